// The list of tables, each with its live digits.

import { Display } from "./panel/displays.js";
import { Wires } from "./wires.js";

function tile(first) {
  const link = document.createElement("a");
  link.className = "table";
  link.href = `/panel/${first.number}`;
  const title = document.createElement("h2");
  const name = document.createTextNode(`Table ${first.number}`);
  const how = document.createElement("span");
  title.append(name, how);
  const shown = document.createElement("div");
  shown.className = "displays";
  const displays = first.displays.map((view, index) => new Display(view, index));
  shown.append(...displays.map((display) => display.element));
  link.append(title, shown);
  const show = (state) => {
    link.classList.toggle("dark", !state.power);
    how.textContent = !state.power ? "no power" : state.transport === "tcp" ? (state.wifi.connected ? "Wi-Fi" : "Wi-Fi, away") : state.serial;
    state.displays.forEach((view, index) => displays[index].show(view));
  };
  show(first);
  new Wires(first.number, (message) => {
    if (message.type === "state") show(message);
    else if (message.type === "display") displays[message.display].show(message);
  }, (isUp) => { if (!isUp) link.classList.add("dark"); });
  return link;
}

const answer = await fetch("/api/tables");
const { tables } = await answer.json();
document.getElementById("hall").append(...tables.map(tile));
