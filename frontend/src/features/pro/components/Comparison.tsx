import { durationText } from '../../../shared/lib/businessConstants';
import * as classes from './Comparison.module.css';

const ROWS = [
  ['Academy, free courses and free webinars', 'Included', 'Included', 'Included'],
  ['Courses tagged ‘Free with PRO’', 'Free previews', 'Included', 'Included'],
  ['Live webinars with a price', 'Paid one by one', 'Paid one by one', 'Free to book'],
  ['Trading sessions and mentorships', 'Paid one by one', 'Paid one by one', 'Paid one by one'],
] as const;

/** What a free account, the trial and Pro include. */
export function Comparison() {
  const trial = durationText('trialLength');
  return (
    <>
      <table className={`w-full leading-4 ${classes.table}`}>
        <caption className="visually-hidden">What each includes</caption>
        <thead>
          <tr>
            <td className={classes.corner} />
            <th scope="col">Free account</th>
            <th scope="col">Trial of {trial}</th>
            <th scope="col">Pro</th>
          </tr>
        </thead>
        <tbody>
          {ROWS.map(([what, free, onTrial, pro]) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              <td>{free}</td>
              <td>{onTrial}</td>
              <td>{pro}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">Price</th>
            <td>Free</td>
            <td>Free, once</td>
            <td>Paid once, for the days you choose</td>
          </tr>
        </tbody>
      </table>
      <ul className={`stack gap-2 measure disc ${classes.end}`}>
        <li>You pay once for the days you choose. You are not charged again unless you buy again.</li>
        <li>
          If you already have Pro, a new plan starts when it ends, so you do not lose any days. The plans show
          you both dates.
        </li>
        <li>If you buy Pro during the trial, it starts immediately and the trial ends.</li>
      </ul>
    </>
  );
}

/** What happens when Pro ends. */
export function AtTheEnd() {
  return (
    <ul className={`stack gap-2 measure disc ${classes.end}`}>
      <li>Pro ends by itself. Nothing is renewed and nothing is charged.</li>
      <li>Courses tagged ‘Free with PRO’ and webinars booked with Pro close until you have Pro again.</li>
      <li>Your progress and your certificates stay, and so does everything you bought.</li>
    </ul>
  );
}
