import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { clearError } from '../../../shared/lib/clearError';
import { errorsOf } from '../../../shared/ui/useForm';
import { useSaveProfile } from '../profileMutations';
import type { User } from '../queries';
import { gstinFrom, NOT_GSTIN } from './gstin';
import { stateNamed, stateOfGstin } from './indianStates';
import { changesOf, type Draft, draft, useDraft } from './profile';

/** In the order of the form. */
export const BILLING = ['name', 'state', 'company', 'gstNo', 'address'] as const;

export type BillingField = (typeof BILLING)[number];
type Values = Readonly<Record<BillingField, string>>;

export interface Billing {
  form: RefObject<HTMLDivElement | null>;
  values: Values;
  errors: Draft;
  /** Why the details could not be saved, where that is not about one field. */
  error: unknown;
  /** 'name, state and address': what the form does not go on without; empty if all is there. */
  missing: string;
  change: (name: BillingField, value: string) => void;
  /** Whether the details are complete and fit together; else the first wrong field gets the focus. */
  check: () => boolean;
  /** Saves them in the profile, from which orders take them; false if they were refused. */
  save: () => Promise<boolean>;
}

/**
 * Whom the invoice names: the profile, edited in the checkout.
 *
 * What is typed shares the unsaved draft of the settings, so that neither overwrites the other.
 */
export function useBilling(user: User | null): Billing {
  const form = useRef<HTMLDivElement>(null);
  const [errors, setErrors] = useState<Draft>({});
  const [refusals, setRefusals] = useState(0);
  const request = useSaveProfile();
  const typed = useDraft(user?._id ?? '');
  const values = valuesOf(user, typed);

  const [first] = BILLING.filter((name) => errors[name]);
  const focusFirst = useEffectEvent(() => {
    const field = form.current?.querySelector<HTMLElement>(`[name="${first}"]`);
    field?.closest('details')?.setAttribute('open', '');
    field?.focus();
  });
  useEffect(() => {
    if (refusals > 0) focusFirst();
  }, [refusals]);

  const refuse = (found: Draft) => {
    setErrors(found);
    setRefusals((times) => times + 1);
  };
  const check = () => {
    const found = wrongIn(values);
    const isFine = Object.keys(found).length === 0;
    if (isFine) setErrors({});
    else refuse(found);
    return isFine;
  };
  const save = async () => {
    if (!user) return false;
    clearError(request);
    const changes = billingChanges(user, values);
    if (Object.keys(changes).length === 0) return true;
    try {
      await request.mutateAsync(changes);
      draft.settle(user._id, changes);
      return true;
    } catch (error) {
      refuse(errorsOf(error));
      return false;
    }
  };
  return {
    form,
    values,
    errors,
    error: Object.keys(errors).length > 0 ? null : request.error,
    missing: MISSING.format(Object.keys(missingErrors(values))),
    change: (name, value) => {
      if (user) draft.add(user._id, { [name]: value });
      const found = wrongIn({ ...values, [name]: value });
      const isLeft = ([field]: [string, unknown]) =>
        field !== name && (field in found || !DEPENDENT.has(field));
      setErrors((before) => Object.fromEntries(Object.entries(before).filter(isLeft)));
      clearError(request);
    },
    check,
    save,
  };
}

const valuesOf = (user: User | null, typed: Draft): Values => ({
  name: typed.name ?? user?.name ?? '',
  state: stateNamed(typed.state ?? user?.state ?? ''),
  company: typed.company ?? user?.company ?? '',
  gstNo: typed.gstNo ?? user?.gstNo ?? '',
  address: typed.address ?? user?.address ?? '',
});

/** Whether they are right depends on other fields. */
const DEPENDENT: ReadonlySet<string> = new Set<BillingField>(['gstNo', 'address']);

const wrongIn = (values: Values): Draft => ({ ...missingErrors(values), ...gstinErrors(values) });

const MISSING = new Intl.ListFormat('en-IN');

/** By what is missing, in the order of the form. */
function missingErrors({ name, state, gstNo, address }: Values): Draft {
  return {
    ...(/^[\p{Nd}\s+().-]*$/u.test(name) && { name: 'Enter your name.' }),
    ...(state === '' && { state: 'Select your state.' }),
    ...(gstNo.trim() !== '' && address.trim() === '' && { address: 'Enter the address of your business.' }),
  };
}

function gstinErrors({ state, gstNo }: Values): Draft {
  const typed = gstNo.trim();
  const gstin = gstinFrom(typed);
  if (typed !== '' && gstin === null) return { gstNo: NOT_GSTIN };
  const registered = gstin === null ? undefined : stateOfGstin(gstin);
  if (!registered || state === '' || registered === state) return {};
  return {
    gstNo: `This GSTIN is registered in ${registered}. Choose ${registered} as your state, or leave it blank.`,
  };
}

/** GSTIN and state are sent together: the server checks that they fit. */
function billingChanges(user: User, values: Values): Draft {
  const changes = changesOf(user, values);
  const isPairChanged = changes.gstNo !== undefined || changes.state !== undefined;
  return isPairChanged ? { ...changes, state: values.state, gstNo: values.gstNo.trim() } : changes;
}
