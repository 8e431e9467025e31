// The list of tables, each with its live digits.

import { Digits } from "./digits.js";
import { Wires } from "./wires.js";

function tile(first) {
  const link = document.createElement("a");
  link.className = "table";
  link.href = `/panel/${first.number}`;
  const title = document.createElement("h2");
  const name = document.createTextNode(`Table ${first.number}`);
  const how = document.createElement("span");
  title.append(name, how);
  const display = document.createElement("div");
  display.className = "display";
  display.setAttribute("role", "img");
  link.append(title, display);
  const digits = new Digits(display);
  const show = (state) => {
    link.classList.toggle("dark", !state.power);
    how.textContent = !state.power ? "no power" : state.transport === "tcp" ? (state.wifi.connected ? "Wi-Fi" : "Wi-Fi, away") : state.serial;
    digits.show(state.segments, state.intensity, state.text);
  };
  show(first);
  new Wires(first.number, (message) => {
    if (message.type === "state") show(message);
    else if (message.type === "display") digits.show(message.segments, message.intensity, message.text);
  }, (isUp) => { if (!isUp) link.classList.add("dark"); });
  return link;
}

const answer = await fetch("/api/tables");
const { tables } = await answer.json();
document.getElementById("hall").append(...tables.map(tile));
