import { useState } from 'react';
import { useLocation } from 'react-router';
import { Accordion } from '../../../shared/ui/Accordion';
import type { FaqGroup, FaqTopic } from '../queries';
import classes from './Faq.module.css';

/** What an address that leads to a question ends with, before the question's id. */
const MARK = 'faq-';

/** Questions by topic, of which one is open at most. Twin: templates/parts/faq.html. */
export function Faq({ topics }: { topics: readonly FaqTopic[] }) {
  const { open, choose } = useOpenQuestion();
  return (
    <div className={classes.root}>
      {topics.map(({ _id, topicTitle, groups }) => (
        <section key={_id} className={classes.topic}>
          <h3 className={classes.title}>{topicTitle}</h3>
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
    // The server takes out what could do harm.
    content: <div className={classes.answer} dangerouslySetInnerHTML={{ __html: articleBlogHTML }} />,
  }));
  return (
    <div className={classes.group}>
      <p className={classes.name}>{group.title}</p>
      <Accordion level={4} items={items} open={open} onOpen={onOpen} />
    </div>
  );
}

/** The question that the address asks for, until another one is pressed. */
function useOpenQuestion() {
  const { key, hash, pathname, search } = useLocation();
  const [arrival, setArrival] = useState(key);
  const [open, setOpen] = useState(() => askedIn(hash));
  if (arrival !== key) {
    setArrival(key);
    setOpen(askedIn(hash) ?? open);
  }
  const choose = (id: string | null) => {
    setOpen(id);
    // So that the address bar holds what leads to the question; the page stays where it is.
    window.history.replaceState(window.history.state, '', id ? `#${id}` : pathname + search);
  };
  return { open, choose };
}

const askedIn = (hash: string) => (hash.startsWith(`#${MARK}`) ? hash.slice(1) : null);
