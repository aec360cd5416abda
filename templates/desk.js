"use strict";
/*
 * The order desk of a report: a player clicks his orders together, and the desk writes the sheet.
 *
 * It knows no rules. What is legal, where a force stops, what a Leader can command, odds and chances were worked out by
 * the adjudicator and stand in the page as data (pbem/report/desk); here they are looked up. What is kept here is only
 * where the player's own units lie after the orders he has given so far, since the next order begins there. Functions
 * that follow a step of the adjudicator have its name (pbem/phases).
 *
 * Each line with PART stands for the file of that name: all of them together are one function.
 */
(function () {
  const page = document.getElementById("desk-app");
  if (!page) return;

  // PART desk/data.js
  // PART desk/sheet.js
  // PART desk/ground.js
  // PART desk/forces.js
  // PART desk/way.js
  // PART desk/done.js
  // PART desk/wrong.js
  // PART desk/text.js
  // PART desk/drawing.js
  // PART desk/controls.js
  // PART desk/kinds.js
  // PART desk/trades.js
  // PART desk/leaders.js
  // PART desk/moves.js
  // PART desk/assassinations.js
  // PART desk/attacks.js
  // PART desk/purges.js
  // PART desk/letters.js
  // PART desk/others.js
  // PART desk/map.js
  // PART desk/rows.js
  // PART desk/whole.js
})();
