import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useIsHydrated } from '../../../shared/lib/useIsHydrated';
import { Accordion } from '../../../shared/ui/Accordion';
import type { FaqGroup, FaqTopic } from '../queries';
import * as classes from './Faq.module.css';

/** Prefix of a question's id in the hash. */
const MARK = 'faq-';

/** Questions by topic, of which at most one is open. */
export function Faq({ topics }: { topics: readonly FaqTopic[] }) {
  const { open, choose } = useOpenQuestion();
  return (
    <div className={classes.root}>
      {topics.map(({ _id, topicTitle, groups }) => (
        <section key={_id}>
          <h3 className="text-l">{topicTitle}</h3>
          {groups.map((group) => (
            <Questions key={group._id} group={group} open={open} onOpen={choose} />
          ))}
        </section>
      ))}
    </div>
  );
}

interface QuestionsProps {
  group: FaqGroup;
  open: string | null;
  onOpen: (id: string | null) => void;
}

function Questions({ group, open, onOpen }: QuestionsProps) {
  const items = group.articles.map(({ _id, articleTitle, articleBlogHTML }) => ({
    id: `${MARK}${_id}`,
    title: articleTitle,
    // The server sanitises the HTML.
    content: <div className={classes.answer} dangerouslySetInnerHTML={{ __html: articleBlogHTML }} />,
  }));
  return (
    <div className="mt-4">
      <p className="mb-2 ink-2 text-s">{group.title}</p>
      <Accordion level={4} items={items} open={open} onOpen={onOpen} />
    </div>
  );
}

/** The question named by the hash, until another one is opened. */
function useOpenQuestion() {
  const { key, hash } = useLocation();
  const [arrival, setArrival] = useState(key);
  const isHydrated = useIsHydrated();
  const [open, setOpen] = useState(() => (isHydrated ? questionIdOf(hash) : null));
  // The server does not know the hash.
  useEffect(() => {
    if (!isHydrated) setOpen(questionIdOf(hash));
  }, [isHydrated, hash]);
  if (arrival !== key) {
    setArrival(key);
    setOpen(questionIdOf(hash) ?? open);
  }
  const choose = (id: string | null) => {
    setOpen(id);
    // Puts the open question into the URL without scrolling. The whole URL: a path of `//` alone would be none.
    window.history.replaceState(window.history.state, '', id ? `#${id}` : location.href.split('#')[0]);
  };
  return { open, choose };
}

const questionIdOf = (hash: string) => (hash.startsWith(`#${MARK}`) ? hash.slice(1) : null);
