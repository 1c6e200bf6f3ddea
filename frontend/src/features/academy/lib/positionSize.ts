/** An example with round numbers. */
export const EXAMPLE = {
  capital: 100_000,
  risk: 2000,
  entry: 400,
  lowestStop: 360,
  highestStop: 398,
} as const;

/** As many shares as lose the amount at risk between entry and stop, and no more than the capital buys. */
export function positionSize(stop: number) {
  const { capital, risk, entry } = EXAMPLE;
  const atRisk = Math.floor(risk / (entry - stop));
  const affordable = Math.floor(capital / entry);
  const shares = Math.min(atRisk, affordable);
  return {
    shares,
    cost: shares * entry,
    loss: shares * (entry - stop),
    isLimitedByCapital: affordable < atRisk,
  };
}
