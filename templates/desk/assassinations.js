/* Assassinations (10.0). */

const ON_MAP = BOARD.stacks.flatMap(([at, player, units]) => units.map((id) => ({ id, at, player })));
const targetWords = (id) => {
  const found = ON_MAP.find((one) => one.id === id);
  return found ? `${label(id)}, value ${unit(id).value}, ${found.player || "nobody"}, ${found.at}` : label(id);
};

/** Leaders on the map; the player needs another Leader of his own to meet them (10.15). */
function targets() {
  const own = ON_MAP.filter(({ id, player }) => player === ME && isLeader(id)).map(({ id }) => id);
  return ON_MAP
    .map(({ id }) => id)
    .filter((id) => isLeader(id) && own.some((leader) => leader !== id))
    .sort((one, other) => one - other);
}

/** Assassin Markers in hand, and those a trade may bring. */
const assassinMarkers = () =>
  Math.min(
    OWN.assassin + sheet.trades.reduce((total, order) => total + order.for.assassin, 0),
    POLITICS.assassination.length,
  );

// 10.0
KINDS.assassinations = {
  title: "Assassinations, in order of preference",
  begin: () =>
    assassinMarkers() && targets().length
      ? [button("New attempt", "assassinations/new", () => add("assassinations", { target: "", markers: 1 }))]
      : [note("You have no Assassin Marker, or no Leader to meet anybody.")],
  wrong(order) {
    if (!targets().includes(order.target)) return "Choose a Leader.";
    return order.markers !== "all" && (order.markers < 1 || order.markers > assassinMarkers())
      ? "Choose how many markers."
      : "";
  },
  say: (order) =>
    `Assassinate ${order.target ? label(order.target) : "…"} with ${order.markers === "all" ? "all markers left" : plural(order.markers, "marker", "markers")}`,
  data: (order) => ({ target: name(order.target), markers: order.markers }),
  form(order, key) {
    const most = assassinMarkers();
    const counts = Array.from({ length: most }, (_, index) => [index + 1, String(index + 1)]);
    const chance = order.target && POLITICS.assassination[(order.markers === "all" ? most : order.markers) - 1];
    return [
      select(
        "Leader",
        `${key}/target`,
        [["", "choose …"], ...targets().map((id) => [id, targetWords(id)])],
        order.target,
        (id) => {
          order.target = id;
        },
      ),
      select("Markers", `${key}/markers`, [...counts, ["all", "all that are left"]], order.markers, (count) => {
        order.markers = count;
      }),
      chance ? h("p", { class: "desk-odds" }, `Chance of success: ${chance[unit(order.target).value]}`) : null,
      note("The attempt takes place only where a Leader of yours ends his move on the way of the target."),
    ];
  },
};
