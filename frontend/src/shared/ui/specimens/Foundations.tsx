import * as icons from '../Icon';
import { Specimen } from './Specimen';
import classes from './Specimen.module.css';

const COLOURS =
  'paper card sunk ink ink-2 ink-3 line line-strong green green-soft gold gold-soft red red-soft amber-soft band';
const SIZES = ['xxl', 'xl', 'l', 'm', 's', 'xs'];
export function Foundations() {
  return (
    <>
      <Specimen title="Colour" wide>
        <ul className={classes.colours}>
          {COLOURS.split(' ').map((name) => (
            <li key={name} className={classes.colour}>
              <span className={classes.swatch} style={{ background: `var(--${name})` }} />
              {name}
            </li>
          ))}
        </ul>
      </Specimen>
      <Specimen title="Type" wide>
        {SIZES.map((size) => (
          <p key={size} className={classes.sample} style={{ fontSize: `var(--text-${size})` }}>
            Read the market, calmly ₹1,23,456.00
          </p>
        ))}
        <p lang="hi">बाज़ार को शांति से पढ़ना सीखें, सुब्रमण्यम वेंकटराघवन के साथ।</p>
      </Specimen>
      <Specimen title="Icon" wide>
        {Object.entries(icons).map(([name, Icon]) => (
          <span key={name} className={classes.icon} title={name}>
            <Icon />
          </span>
        ))}
      </Specimen>
    </>
  );
}
