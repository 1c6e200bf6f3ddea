import { Suspense, useState } from 'react';
import { useIsHeld } from '../shared/stores/loginDialog';
import { Button, type ButtonLook } from '../shared/ui/Button';
import { PartBoundary } from './layouts/PartBoundary';
import { type Load, usePart } from './layouts/part';

interface DialogProps {
  onClose: () => void;
  onDone: (message: string) => void;
}

interface Props {
  load: Load<DialogProps>;
  variant: ButtonLook['variant'];
  onDone: (message: string) => void;
  children: string;
}

/** A button whose dialog comes when somebody turns to it, and steps aside while the login dialog is open. */
export function DialogButton({ load, variant, onDone, children }: Props) {
  const { Part, preload, retry } = usePart(load);
  const [isOpen, setOpen] = useState(false);
  const isHeld = useIsHeld();
  return (
    <>
      <Button
        variant={variant}
        aria-haspopup="dialog"
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => setOpen(true)}
      >
        {children}
      </Button>
      {isOpen && !isHeld && (
        <PartBoundary
          message="This dialog could not be loaded. Please check your connection."
          onRetry={retry}
        >
          <Suspense>
            <Part onClose={() => setOpen(false)} onDone={onDone} />
          </Suspense>
        </PartBoundary>
      )}
    </>
  );
}
