window.deskSteps ??= (() => {
  // One act of the reader is one step of the browser's history. On the way from one place to another
  // Streamlit writes several addresses, some of which nobody has asked for (the page before with the
  // query of the next one); those after the first take its place. What the desk does by itself, such
  // as naming the question that comes first, is no step at all.
  let acted = false;
  const act = () => { acted = true; };
  addEventListener("pointerdown", act, true);
  addEventListener("keydown", act, true);
  addEventListener("popstate", () => { acted = false; }, true);
  const push = history.pushState.bind(history);
  history.pushState = (...address) => {
    if (acted) push(...address); else history.replaceState(...address);
    acted = false;
  };
  return true;
})();
