// What the reader chooses on the page itself: an option by a press or Shift and its letter, a passage by
// selecting it. Each goes to the server as one trigger of a component, which draws nothing (choices.py).
// A letter that is chosen before the component has loaded waits for it.
window.deskChoices ??= (() => {
  const desk = { send: null, waiting: null };
  desk.letter = (letter) => {
    if (!document.querySelector(`.desk-option[data-letter="${letter}"]`)) return;
    window.deskKeys?.chosen();
    if (desk.send) desk.send({ letter }); else desk.waiting = { item: window.deskKeys?.item, letter };
  };
  const chosen = (event) => event.target.closest?.(".desk-option[data-letter]")?.dataset.letter;
  document.addEventListener("click", (event) => {
    const letter = chosen(event);
    if (letter && getSelection()?.isCollapsed !== false) desk.letter(letter);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === " " && chosen(event)) {
      event.preventDefault();
      desk.letter(chosen(event));
    }
  });
  return desk;
})();
window.deskChoices.connect ??= ({ data, setTriggerValue }) => {
  const desk = window.deskChoices;
  const send = (choice) => {
    window.deskKeys?.chosen();
    setTriggerValue("chosen", { item: data.item, ...choice });
  };
  desk.send = send;

  // Characters are counted as the server does: by code point, without the numbers of a quote's parts.
  const length = (range) => {
    const copy = range.cloneContents();
    copy.querySelectorAll("sup").forEach((number) => number.remove());
    return [...copy.textContent].length;
  };
  const place = (node, offset) => {
    const from = (node.nodeType === 1 ? node : node.parentElement)?.closest(".desk-passage [data-start]");
    if (!from) return null;
    const range = document.createRange();
    range.setStart(from, 0);
    range.setEnd(node, offset);
    return Number(from.dataset.start) + length(range);
  };
  const select = () => {
    const selection = getSelection();
    if (!selection?.rangeCount || selection.isCollapsed || !selection.toString().trim()) return;
    const range = selection.getRangeAt(0);
    const start = place(range.startContainer, range.startOffset);
    const end = place(range.endContainer, range.endOffset);
    if (start !== null && end !== null && start < end) send({ start, end });
  };
  // A finger drags the ends of a selection after it has let go of the text.
  let pause, finger = false;
  const up = (event) => {
    finger = event.pointerType === "touch";
    if (!finger && event.target.closest?.(".desk-passage")) setTimeout(select);
  };
  const dragged = () => {
    if (!finger) return;
    clearTimeout(pause);
    pause = setTimeout(select, 900);
  };
  const listeners = [["pointerup", up], ["selectionchange", dragged]];
  for (const [name, listener] of listeners) document.addEventListener(name, listener);
  if (!desk.listens) {  // what was selected while the page was still being drawn
    desk.listens = true;
    select();
  }
  if (desk.waiting?.item === data.item) send({ letter: desk.waiting.letter });
  desk.waiting = null;
  return () => {
    if (desk.send === send) desk.send = null;
    for (const [name, listener] of listeners) document.removeEventListener(name, listener);
  };
};
