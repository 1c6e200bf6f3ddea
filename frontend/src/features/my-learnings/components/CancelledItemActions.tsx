import { Button } from '../../../shared/ui/Button';
import type { ChangeRequest, Changes } from '../lib/changes';
import type { Decision } from '../queries';

interface Props {
  decision: Decision;
  describedBy: string;
  changes: Changes;
}

const LABELS = { move: 'Choose another session', credit: 'Take a credit', refund: 'Get a refund' };

/** The choices after staff cancelled an item. */
export function CancelledItemActions({ decision, describedBy, changes: { open, preload } }: Props) {
  return decision.calledOff.choices.map((choice) => (
    <Button
      key={choice}
      variant="secondary"
      size="s"
      aria-haspopup="dialog"
      aria-describedby={describedBy}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={({ currentTarget }) => {
        const request = requestOf(decision, choice, currentTarget);
        if (request) open(request);
      }}
    >
      {LABELS[choice]}
    </Button>
  ));
}

function requestOf(
  decision: Decision,
  choice: keyof typeof LABELS,
  opener: HTMLElement,
): ChangeRequest | null {
  const { booking, calledOff } = decision;
  const shared = { kind: 'decisions', opener } as const;
  if (choice === 'refund') {
    const lineId = calledOff.refundLineId;
    return lineId ? { ...shared, change: 'refund', booked: decision, lineId } : null;
  }
  return booking && { ...shared, change: choice === 'move' ? 'swap' : 'cancel', booking };
}
