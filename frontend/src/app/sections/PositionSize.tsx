import { useRef } from 'react';
import { useIsNear } from '../../shared/lib/useIsNear';
import { LazySection } from '../../shared/ui/LazySection';
import { useLazyComponent } from '../../shared/ui/useLazyComponent';
import * as classes from './PositionSize.module.css';
import { Section } from './Section';

const load = () =>
  import(/* webpackChunkName: "position-size" */ '../../features/academy/components/PositionSizeFigure');

/** What we teach instead of tips, to try; its script loads as it comes near. */
export function PositionSize() {
  const figure = useLazyComponent(load);
  const room = useRef<HTMLDivElement>(null);
  const isNear = useIsNear(room);
  return (
    <Section
      title="No tips. First decide what you can lose"
      more={{ to: '/academy', label: 'Read more in the free academy' }}
    >
      <p className="measure ink-2">
        You have ₹1,00,000 and do not want to lose more than ₹2,000 of it on one trade. Drag the stop, the
        price at which you would sell again: it decides how many shares you can buy.
      </p>
      <div ref={room} className={classes.room}>
        {isNear && <LazySection lazyComponent={figure} props={{}} />}
      </div>
      <p className="ink-3 text-s">
        An example with round numbers, before charges. A price can also jump past a stop.
      </p>
    </Section>
  );
}
