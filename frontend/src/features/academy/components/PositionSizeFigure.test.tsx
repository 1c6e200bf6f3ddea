import { fireEvent, render, screen } from '@testing-library/react';
import { positionSize } from '../lib/positionSize';
import PositionSizeFigure from './PositionSizeFigure';

const slider = () => screen.getByRole('slider', { name: 'Your stop' });
const move = (stop: number) => fireEvent.change(slider(), { target: { value: `${stop}` } });

test.each([
  [390, { shares: 200, cost: 80_000, loss: 2000, isLimitedByCapital: false }],
  [380, { shares: 100, cost: 40_000, loss: 2000, isLimitedByCapital: false }],
  [360, { shares: 50, cost: 20_000, loss: 2000, isLimitedByCapital: false }],
  [393, { shares: 250, cost: 100_000, loss: 1750, isLimitedByCapital: true }],
  [392, { shares: 250, cost: 100_000, loss: 2000, isLimitedByCapital: false }],
  [383, { shares: 117, cost: 46_800, loss: 1989, isLimitedByCapital: false }],
  [398, { shares: 250, cost: 100_000, loss: 500, isLimitedByCapital: true }],
])('a stop at %d', (stop, size) => {
  expect(positionSize(stop)).toEqual(size);
});

test('the slider says its price, and the result follows', () => {
  render(<PositionSizeFigure />);
  expect(slider()).toHaveAttribute('aria-valuetext', '₹390');
  expect(screen.getByRole('status')).toHaveTextContent(
    '200 sharesThey cost ₹80,000. If the price falls to the stop, you lose ₹2,000.',
  );
  move(398);
  expect(slider()).toHaveAttribute('aria-valuetext', '₹398');
  expect(screen.getByRole('status')).toHaveTextContent(
    '250 sharesAll that ₹1,00,000 buys. If the price falls to the stop, you lose ₹500.',
  );
});

test.each([360, 398])('the chart has room for the label of a stop at %d', (stop) => {
  const { container } = render(<PositionSizeFigure />);
  move(stop);
  const height = Number(container.querySelector('svg')?.getAttribute('viewBox')?.split(' ')[3]);
  const baseline = Number(screen.getByText(`Stop at ₹${stop}`).getAttribute('y'));
  // Descenders of the 13-unit text end 4 units below its baseline.
  expect(baseline + 4).toBeLessThanOrEqual(height);
});

test('the stop is dragged in the chart, within its limits', () => {
  const { container } = render(<PositionSizeFigure />);
  const chart = container.querySelector('svg') as SVGSVGElement;
  chart.getBoundingClientRect = () => ({ top: 100, height: 448 }) as DOMRect;
  const handle = chart.querySelector('g') as SVGGElement;
  handle.setPointerCapture = () => undefined;

  const drag = (clientY: number, buttons = 1) => {
    // jsdom has no PointerEvent with coordinates.
    const event = new MouseEvent('pointermove', { bubbles: true, clientY, buttons });
    fireEvent.pointerDown(handle);
    fireEvent(handle, event);
  };
  // 412 is 14 of the chart's 224 units below its top, and a rupee is 3.5 units.
  drag(100 + 2 * (14 + (412 - 380) * 3.5));
  expect(slider()).toHaveValue('380');
  drag(0);
  expect(slider()).toHaveValue('398');
  drag(5000);
  expect(slider()).toHaveValue('360');
  drag(100, 0);
  expect(slider()).toHaveValue('360');
});
