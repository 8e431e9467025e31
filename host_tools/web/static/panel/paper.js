// An e-paper: its pixels one by one, ink on paper.

const INK = [33, 32, 30];
const PAPER = [226, 223, 213];

const LEAST_OF_ROOM = 0.7;

/** `width` x `height` pixels inside `holder`; each is a whole number of the screen's own, unless that were small. */
export class Paper {
  constructor(holder, width, height) {
    this.canvas = document.createElement("canvas");
    this.canvas.className = "paper";
    this.canvas.width = width;
    this.canvas.height = height;
    this.canvas.setAttribute("aria-hidden", "true");
    this.holder = holder;
    holder.replaceChildren(this.canvas);
    this.show(null);
    new ResizeObserver(() => this.fit()).observe(holder);
  }

  fit() {
    const room = this.holder.clientWidth;
    const times = Math.floor((room * devicePixelRatio) / this.canvas.width);
    const crisp = (times * this.canvas.width) / devicePixelRatio;
    const isCrisp = crisp >= LEAST_OF_ROOM * room;
    this.canvas.classList.toggle("smooth", !isCrisp);
    this.canvas.style.setProperty("width", `${isCrisp ? crisp : room}px`);
  }

  /** pixels: base64 of rows of whole bytes, 1 = white, bit 7 leftmost; null: nothing was ever shown. */
  show(pixels) {
    const { width, height } = this.canvas;
    const context = this.canvas.getContext("2d");
    const image = context.createImageData(width, height);
    const bytes = pixels === null ? null : Uint8Array.from(atob(pixels), (letter) => letter.charCodeAt(0));
    const rowBytes = bytes === null ? 0 : bytes.length / height;
    for (let y = 0, at = 0; y < height; y++) {
      for (let x = 0; x < width; x++, at += 4) {
        const isWhite = bytes === null || bytes[y * rowBytes + (x >> 3)] >> (7 - (x & 7)) & 1;
        image.data.set(isWhite ? PAPER : INK, at);
        image.data[at + 3] = 255;
      }
    }
    context.putImageData(image, 0, 0);
  }
}
