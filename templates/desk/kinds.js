/* What the forms of all orders share. */

const playerOptions = (letters) =>
  letters.map((letter) => [letter, `${letter} ${PLAYER_NAMES.get(letter) || ""}`.trim()]);
const chances = (results) => results.map(([mark, percent]) => `${RESULTS[mark] || mark} ${percent}`).join(", ");
const RESULTS = { De: "defenders eliminated", Ex: "exchange", Ae: "attackers eliminated", C: "may be answered" };
const points = (results) =>
  results
    .map(
      ([mark, percent]) => `${mark === "C" ? "may be answered" : plural(Number(mark), "point", "points")} ${percent}`,
    )
    .join(", ");
const sign = (letters) => (letters.length ? letters.join(", ") : "nobody");

/** By key of the sheet: its title, a new order, what is wrong with one, its words, its data, its form, how one is begun. */
const KINDS = {};
