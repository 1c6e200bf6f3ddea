import { Suspense, useState } from 'react';
import { useIsLoginRequired } from '../../shared/stores/loginDialog';
import { Button, type ButtonLook } from '../../shared/ui/Button';
import { LazyErrorBoundary } from '../../shared/ui/LazyErrorBoundary';
import { type Load, useLazyComponent } from '../../shared/ui/useLazyComponent';

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

/** A button with a lazily loaded dialog, which hides while the login dialog is open. */
export function DialogButton({ load, variant, onDone, children }: Props) {
  const { LazyComponent, preload, retry } = useLazyComponent(load);
  const [isOpen, setOpen] = useState(false);
  const isLoginRequired = useIsLoginRequired();
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
      {isOpen && !isLoginRequired && (
        <LazyErrorBoundary onRetry={retry}>
          <Suspense>
            <LazyComponent onClose={() => setOpen(false)} onDone={onDone} />
          </Suspense>
        </LazyErrorBoundary>
      )}
    </>
  );
}
