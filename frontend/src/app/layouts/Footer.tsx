import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useNavigate } from 'react-router';
import { prefetchPage } from '../../shared/lib/prefetch';
import { ThemeSwitch } from '../../shared/ui/ThemeSwitch';
import './Footer.module.css';
import { serverFooter } from './serverFooter';

/**
 * The server-rendered footer; templates/parts/footer.html is its only source.
 *
 * It is the same on every page, so its DOM node is moved instead of rendered again, and its text adds nothing
 * to the bundle.
 */
export function Footer() {
  const host = useRef<HTMLDivElement>(null);
  const [footer] = useState(serverFooter);
  const navigate = useNavigate();
  const press = useEffectEvent((event: MouseEvent) => {
    const pressed = event.target as Element;
    const link = pressed.closest('a');
    if (link && isOurs(link, event)) {
      event.preventDefault();
      navigate(link.pathname + link.search + link.hash);
    }
    const button = pressed.closest('button');
    if (button?.hasAttribute('aria-expanded')) toggle(button);
    if (button?.hasAttribute('data-to-top')) scrollToTop();
  });

  useEffect(() => {
    host.current?.append(footer);
    footer.addEventListener('click', press);
    footer.addEventListener('pointerover', warm);
    return () => {
      footer.removeEventListener('click', press);
      footer.removeEventListener('pointerover', warm);
    };
  }, [footer]);

  const slot = footer.querySelector('[data-slot="theme"]');
  return <div ref={host}>{slot && createPortal(<ThemeSwitch />, slot)}</div>;
}

function isOurs(
  link: HTMLAnchorElement,
  { button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent,
): boolean {
  const isPlain = button === 0 && !(metaKey || ctrlKey || shiftKey || altKey);
  return isPlain && !link.target && link.origin === window.location.origin;
}

function warm({ target }: Event) {
  const link = (target as Element).closest('a');
  if (link?.origin === window.location.origin) prefetchPage(link.pathname);
}

function toggle(button: Element) {
  const isOpen = button.getAttribute('aria-expanded') === 'true';
  button.setAttribute('aria-expanded', String(!isOpen));
  button.nextElementSibling?.toggleAttribute('hidden', isOpen);
}

function scrollToTop() {
  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  window.scrollTo({ top: 0, behavior: isCalm ? 'instant' : 'smooth' });
  document.getElementById('main')?.focus({ preventScroll: true });
}
