import { useIsHydrated } from '../../shared/lib/useIsHydrated';
import { Facts, Pieces, States } from '../../shared/ui/specimens/Contents';
import { Actions, Fields } from '../../shared/ui/specimens/Controls';
import { Foundations } from '../../shared/ui/specimens/Foundations';
import * as classes from './Styleguide.module.css';

function Theme({ name }: { name: 'light' | 'dark' }) {
  return (
    <section className={classes.theme} data-theme={name} aria-labelledby={`theme-${name}`}>
      <div className="container">
        <h2 id={`theme-${name}`}>{name === 'light' ? 'Light' : 'Dark'}</h2>
        <div className={`stack gap-10 gap-x-8 mt-8 ${classes.grid}`}>
          <Foundations />
          <Actions />
          <Fields />
          <Facts />
          <Pieces theme={name} />
          <States />
        </div>
      </div>
    </section>
  );
}

/** Rendered by the browser: some components set styles that the Content-Security-Policy refuses in HTML. */
export default function StyleguideRoute() {
  const isHydrated = useIsHydrated();
  return (
    <>
      <header className={`container ${classes.header}`}>
        <h1>Style guide</h1>
        <p>Every component in every state, in both themes.</p>
      </header>
      {isHydrated && (
        <>
          <Theme name="light" />
          <Theme name="dark" />
        </>
      )}
    </>
  );
}
