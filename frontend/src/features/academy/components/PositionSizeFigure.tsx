import { type PointerEvent, useId, useRef, useState } from 'react';
import { formatRupees } from '../../../shared/lib/money';
import { EXAMPLE, positionSize } from '../lib/positionSize';
import * as classes from './PositionSizeFigure.module.css';

const { entry, lowestStop, highestStop, capital } = EXAMPLE;
const WIDTH = 360;
const HEIGHT = 224;
const TOP = { price: 412, y: 14 };
const PIXELS_PER_RUPEE = 3.5;
const NOW = 236;
const PRICES = [376, 384, 379, 392, 388, 401, 395, 404, 400];

const yOf = (price: number) => TOP.y + (TOP.price - price) * PIXELS_PER_RUPEE;
const path = PRICES.map(
  (price, i) => `${i ? 'L' : 'M'}${(NOW * i) / (PRICES.length - 1)} ${yOf(price)}`,
).join('');
const rupees = (amount: number) => formatRupees(amount, { decimals: 0 });

/** How the stop decides the number of shares: the stop is dragged in the chart or with the slider. */
export default function PositionSizeFigure() {
  const [stop, setStop] = useState(390);
  const chart = useRef<SVGSVGElement>(null);
  const slider = useId();
  const { shares, cost, loss, isLimitedByCapital } = positionSize(stop);

  const drag = ({ buttons, clientY }: PointerEvent) => {
    const box = chart.current?.getBoundingClientRect();
    if (!buttons || !box?.height) return;
    const y = ((clientY - box.top) / box.height) * HEIGHT;
    const price = Math.round(TOP.price - (y - TOP.y) / PIXELS_PER_RUPEE);
    setStop(Math.min(highestStop, Math.max(lowestStop, price)));
  };

  return (
    <div className={`stack gap-5 ${classes.root}`}>
      <svg ref={chart} className="surface w-full" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        <rect
          className={classes.loss}
          x={NOW}
          y={yOf(entry)}
          width={WIDTH - NOW}
          height={yOf(stop) - yOf(entry)}
        />
        <path className={classes.price} d={path} />
        <path className={classes.entry} d={`M0 ${yOf(entry)}H${WIDTH}`} />
        <text className={classes.label} x={NOW + 10} y={yOf(entry) - 8}>
          Buy at {rupees(entry)}
        </text>
        <g
          className={classes.stop}
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={drag}
        >
          <path d={`M0 ${yOf(stop)}H${WIDTH}`} />
          <circle cx={NOW} cy={yOf(stop)} r="22" className={classes.target} />
          <circle cx={NOW} cy={yOf(stop)} r="8" />
        </g>
        <text className={classes.stopLabel} x={NOW + 18} y={yOf(stop) + 18}>
          Stop at {rupees(stop)}
        </text>
      </svg>
      <div>
        <label className="weight-600" htmlFor={slider}>
          Your stop
        </label>
        <input
          id={slider}
          className={`block w-full ${classes.slider}`}
          type="range"
          min={lowestStop}
          max={highestStop}
          value={stop}
          aria-valuetext={rupees(stop)}
          onChange={(event) => setStop(event.target.valueAsNumber)}
        />
        <output className={`${classes.result} tabular`} htmlFor={slider}>
          <strong className="block text-xl">{shares} shares</strong>
          <span>
            {isLimitedByCapital
              ? `All that ${rupees(capital)} buys. If the price falls to the stop, you lose ${rupees(loss)}.`
              : `They cost ${rupees(cost)}. If the price falls to the stop, you lose ${rupees(loss)}.`}
          </span>
        </output>
      </div>
    </div>
  );
}
