import vectors from '../../../../../tests/vectors/plans.json';
import { planFor, priceOf } from './plans';

test.each(vectors)(
  '$name: the plan and the price that the server finds',
  ({ plans, base, picked, total }) => {
    expect(priceOf(plans, base)).toEqual({
      plan: plans.find(({ numOfSessions }) => numOfSessions === picked) ?? null,
      base: base.reduce((all, one) => all + one, 0),
      total,
    });
  },
);

test('the plan comes back as it was given, name and all', () => {
  const plan = { numOfSessions: 5, discounted: 40_000, priceName: '5 sessions' };
  expect(planFor([plan], 7)).toBe(plan);
});
