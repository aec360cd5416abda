/* Trades and gifts (15.33, 17/4.2). */

const goods = () => ({ politburo: 0, assassin: 0, units: [] });
const goodsSize = (one) => one.politburo + one.assassin + one.units.length;
const goodsData = (one) =>
  goodsSize(one) ? written({ politburo: one.politburo, assassin: one.assassin, units: names(one.units) }) : null;
const goodsWords = (one) =>
  [
    one.politburo && plural(one.politburo, "Politburo Marker", "Politburo Markers"),
    one.assassin && plural(one.assassin, "Assassin Marker", "Assassin Markers"),
    ...one.units.map(label),
  ]
    .filter(Boolean)
    .join(", ");

/** 15.33: whether the Leaders of a trade are still those in the hands, and none is offered twice. */
function goodsUnits(order) {
  if (!OWN.setup)
    return order.give.units.length || order.for.units.length ? "Leaders are traded in the set-up only." : "";
  const hands = OWN.setup.hands;
  const given = others("trades", order).flatMap((other) => other.give.units);
  const own = order.give.units.every((id) => hands[ME].includes(id) && !given.includes(id));
  return own && order.for.units.every((id) => (hands[order.to] || []).includes(id))
    ? ""
    : "A Leader is not there to be traded.";
}

/** 15.54: of Leaders who start in one province those who are the player's, or will be by a trade of his. */
function stackable(group) {
  const coming = sheet.trades.filter((order) => !KINDS.trades.wrong(order)).flatMap((order) => order.for.units);
  return group.units.filter((id) => OWN.setup.hands[ME].includes(id) || coming.includes(id));
}

// 17/4.2, 15.33
KINDS.trades = {
  title: "Trades and gifts",
  begin: () => [button("New trade", "trades/new", () => add("trades", { to: "", give: goods(), for: goods() }))],
  wrong(order) {
    if (!OTHERS.includes(order.to)) return "Choose with whom.";
    if (!goodsSize(order.give) && !goodsSize(order.for)) return "Choose what changes hands.";
    const gifts = others("trades", order).filter((other) => !goodsSize(other.for));
    for (const marker of ["politburo", "assassin"]) {
      const given = order.give[marker] + gifts.reduce((total, other) => total + other.give[marker], 0);
      if (given > OWN[marker]) return "You do not hold so many markers.";
    }
    return goodsUnits(order);
  },
  say(order) {
    const give = goodsWords(order.give);
    const wanted = goodsWords(order.for);
    if (give && wanted) return `Give ${order.to || "…"} ${give} for ${wanted}`;
    return wanted ? `Take ${wanted} from ${order.to || "…"}` : `Give ${order.to || "…"} ${give || "…"}`;
  },
  data: (order) => written({ give: goodsData(order.give), to: order.to, for: goodsData(order.for) }),
  form(order, key) {
    const setup = OWN.setup;
    const units = (side, ids) =>
      setup && ids.length
        ? checks(
            side === "give" ? "Leaders you give" : "Leaders you get",
            `${key}/${side}/units`,
            ids.map((id) => [id, label(id)]),
            order[side].units,
            (next) => {
              order[side].units = next;
            },
          )
        : null;
    return [
      select("With", `${key}/to`, [["", "choose …"], ...playerOptions(OTHERS)], order.to, (to) => {
        order.to = to;
        order.for.units = [];
      }),
      fieldset(
        "You give",
        number("Politburo Markers", `${key}/give/p`, order.give.politburo, OWN.politburo, (n) => {
          order.give.politburo = n;
        }),
        number("Assassin Markers", `${key}/give/a`, order.give.assassin, OWN.assassin, (n) => {
          order.give.assassin = n;
        }),
      ),
      units("give", setup ? setup.hands[ME] : []),
      fieldset(
        "You get",
        number("Politburo Markers", `${key}/for/p`, order.for.politburo, 15, (n) => {
          order.for.politburo = n;
        }),
        number("Assassin Markers", `${key}/for/a`, order.for.assassin, 15, (n) => {
          order.for.assassin = n;
        }),
      ),
      units("for", setup && order.to ? setup.hands[order.to] || [] : []),
      goodsSize(order.for)
        ? note("It happens only if the other sheet has the same trade, seen from the other side.")
        : null,
    ];
  },
};
