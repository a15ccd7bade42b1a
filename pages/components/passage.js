// Brings the mark into view, or the first change of content in it, or where reading began: for three
// seconds whenever its box has been drawn anew or fonts changed its height, and never again after that, so
// that it does not fight the reader's own scrolling. Called once for each drawing of a passage.
window.deskCentre ??= (drawing) => {
  let placed = null, height = 0;
  const centre = () => {
    const box = document.querySelector(`.desk-passage[data-drawing="${drawing}"]`);
    const mark = box && (box.querySelector("mark em:not(.slip)") ||
      box.querySelector("mark") || box.querySelector(".desk-here"));
    if (mark && box.clientHeight && (box !== placed || box.scrollHeight !== height)) {
      const down = mark.getBoundingClientRect().top - box.getBoundingClientRect().top;
      box.scrollTop += down - box.clientHeight / 3;
      [placed, height] = [box, box.scrollHeight];
    }
  };
  for (const wait of [0, 40, 120, 400, 1200, 3000]) setTimeout(centre, wait);
};
