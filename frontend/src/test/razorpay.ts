type Options = ConstructorParameters<NonNullable<Window['Razorpay']>>[0];

export const IDS = {
  razorpay_order_id: 'order_A',
  razorpay_payment_id: 'pay_A',
  razorpay_signature: 'signed',
};

/** A fake provider window: the test acts as the buyer and the bank. */
export class FakeWindow {
  static opened: FakeWindow[] = [];
  static get last(): FakeWindow {
    const [last] = FakeWindow.opened.slice(-1);
    if (!last) throw new Error('No payment window was opened.');
    return last;
  }

  isOpen = false;
  private failed: () => void = () => undefined;

  constructor(readonly options: Options) {}

  on(_: 'payment.failed', hear: () => void) {
    this.failed = hear;
  }
  open() {
    this.isOpen = true;
    FakeWindow.opened.push(this);
  }
  close() {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.options.modal.ondismiss();
  }
  fail() {
    this.failed();
  }
  succeed() {
    this.options.handler(IDS);
    this.close();
  }
}

/** Installs the fake as the loaded provider script; call it before each test. */
export function provideRazorpay(): void {
  FakeWindow.opened = [];
  window.Razorpay = FakeWindow;
}
