// The WebSocket to one table: reconnects by itself, forgets what could not be sent.

export class Wires {
  constructor(number, onMessage, onLink) {
    this.url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/${number}`;
    this.onMessage = onMessage;
    this.onLink = onLink;
    this.wait = 250;
    this.open();
  }

  open() {
    this.socket = new WebSocket(this.url);
    this.socket.onopen = () => { this.wait = 250; this.onLink(true); };
    this.socket.onmessage = (event) => this.onMessage(JSON.parse(event.data));
    this.socket.onclose = () => {
      this.onLink(false);
      setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(this.wait * 2, 4000);
    };
  }

  send(message) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }
}
