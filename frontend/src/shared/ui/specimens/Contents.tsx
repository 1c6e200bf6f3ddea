import { useState } from 'react';
import { durationText } from '../../lib/businessConstants';
import { Accordion } from '../Accordion';
import { Alert } from '../Alert';
import { Amounts } from '../Amounts';
import { Badge } from '../Badge';
import { ButtonLink } from '../ButtonLink';
import { Calendar, type DayState } from '../Calendar';
import { Card, cardLink } from '../Card';
import { EmptyState } from '../EmptyState';
import { ErrorState } from '../ErrorState';
import { CalendarIcon } from '../icons/CalendarIcon';
import { Price } from '../Price';
import { Scroller } from '../Scroller';
import { Skeleton } from '../Skeleton';
import { Spinner } from '../Spinner';
import { Stars } from '../Stars';
import { Tabs } from '../Tabs';
import { TotalPrice } from '../TotalPrice';
import { Specimen } from './Specimen';

const TODAY = '2026-11-18';

export function Facts() {
  return (
    <>
      <Specimen title="Badge">
        <Badge>Beginner</Badge>
        <Badge tone="live">LIVE</Badge>
        <Badge tone="new">NEW</Badge>
        <Badge tone="pro">Free with Pro</Badge>
        <Badge tone="success">Enrolled</Badge>
        <Badge tone="warning">2 seats left</Badge>
      </Specimen>
      <Specimen title="Price">
        <Price price={5898.82} markup={8848.82} />
        <Price price={589} markup={1180} />
        <Price price={null} markup={1768.82} />
        <Price price={null} markup={null} />
      </Specimen>
      <Specimen title="Total price">
        <div>
          <TotalPrice price={1999} total={2358.82} before={4718.82}>
            <Badge tone="pro">Free with Pro</Badge>
          </TotalPrice>
        </div>
        <div>
          <TotalPrice isFrom price={399} total={470.82} unit="a session" />
        </div>
      </Specimen>
      <Specimen title="Amounts">
        <Amounts
          rows={[
            { label: 'Price', amount: 4999, before: 7499 },
            { label: 'Coupon WELCOME10', amount: -499.9 },
            { label: 'IGST', amount: 809.84 },
          ]}
          total={{ label: 'Total', amount: 5308.94 }}
        />
      </Specimen>
      <Specimen title="Stars">
        <Stars value={5} />
        <Stars value={4.5} />
        <Stars value={3.4} />
        <Stars value={0} />
        <Stars value={4.7} size={24} />
      </Specimen>
      <Specimen title="Spinner, Skeleton">
        <Spinner />
        <Skeleton shape="circle" width={44} />
        <Skeleton shape="block" ratio="16 / 9" />
        <Skeleton lines={3} />
      </Specimen>
    </>
  );
}

function dayState(day: string): DayState {
  if (day < TODAY) return { disabled: true };
  if (day === '2026-11-20') return { disabled: true, booked: true, marked: true };
  if (day === '2026-11-27') return { booked: true, marked: true, label: '1 session open' };
  if (['2026-11-19', '2026-11-23', '2026-11-25'].includes(day)) return { marked: true, label: '1 session' };
  return {};
}

export function Pieces({ theme }: { theme: string }) {
  const [question, setQuestion] = useState<string | null>('access');
  const [month, setMonth] = useState('2026-11');
  const [chosen, setChosen] = useState<readonly string[]>(['2026-11-23']);
  const toggle = (day: string) =>
    setChosen(chosen.includes(day) ? chosen.filter((other) => other !== day) : [...chosen, day]);
  return (
    <>
      <Specimen title="Calendar">
        <Card className="w-full">
          <Calendar
            month={month}
            today={TODAY}
            minMonth="2026-11"
            onMonthChange={setMonth}
            onSelect={toggle}
            dayState={(day) => ({ ...dayState(day), selected: chosen.includes(day) })}
          />
        </Card>
      </Specimen>
      <Specimen title="Tabs, Accordion">
        <Tabs
          hover
          className="w-full"
          label="Kinds of programs"
          items={[
            { id: 'webinars', label: 'Webinars', content: <p>Live Webinar coming soon.</p> },
            { id: 'mentors', label: 'Mentorship Programs', content: <p>Live Mentorship coming soon.</p> },
            { id: 'trading', label: 'Live Trading Programs', content: <p>Live Trading coming soon.</p> },
          ]}
        />
        <Accordion
          className="w-full"
          level={4}
          open={question}
          onOpen={setQuestion}
          items={[
            { id: 'access', title: 'How long do I keep access?', content: <p>365 days from the payment.</p> },
            { id: 'refund', title: 'What is refunded, and when?', content: <p>See the refund policy.</p> },
          ]}
        />
      </Specimen>
      <Specimen title="Scroller, Card" wide>
        <Scroller className="w-full" label={`Courses, ${theme}`}>
          {[
            'Reading price',
            'Options for the careful',
            'Risk before return',
            'वायदा बाज़ार',
            'Funds',
            'Gold',
          ].map((title) => (
            <Card key={title} element="article" interactive>
              <h4>
                <a className={cardLink} href={`#${title}`}>
                  {title}
                </a>
              </h4>
              <p className="mb-4 mt-1 ink-3 text-s">6 chapters, 3 hours 5 min</p>
              <Price price={1768.82} markup={3538.82} />
            </Card>
          ))}
        </Scroller>
        <Card tone="sunk" className="w-full">
          A sunk card, for asides.
        </Card>
        <Card tone="pro" padding="l" className="w-full">
          A Pro card, with the gold line.
        </Card>
      </Specimen>
    </>
  );
}

export function States() {
  return (
    <>
      <Specimen title="Alert" wide>
        <Alert className="w-full" title="Payment failed" onClose={() => {}}>
          The bank did not answer. No money has left your account.
        </Alert>
        <Alert className="w-full" tone="success">
          Coupon WELCOME10 applied.
        </Alert>
        <Alert className="w-full" tone="warning">
          Sessions can be swapped until {durationText('changeDeadline')} before they start.
        </Alert>
        <Alert className="w-full" tone="info">
          Prices include tax.
        </Alert>
      </Specimen>
      <Specimen title="EmptyState">
        <EmptyState
          className="w-full"
          icon={<CalendarIcon />}
          action={<ButtonLink to="/live-trading">See programs</ButtonLink>}
        >
          No sessions booked yet. The next programs start this week.
        </EmptyState>
      </Specimen>
      <Specimen title="ErrorState">
        <ErrorState className="w-full" onRetry={() => {}} />
      </Specimen>
    </>
  );
}
