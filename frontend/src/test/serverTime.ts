import { readPageData } from '../shared/lib/pageData';
import { businessConstants } from './businessConstants';

/** Makes this the server's time in the page's data: the device's clock may differ from it. */
export function setServerTime(datetime: string | number): void {
  const before = document.getElementById('page-data');
  const data = before?.textContent ? JSON.parse(before.textContent) : { ...businessConstants, answers: [] };
  const element = document.createElement('script');
  element.id = 'page-data';
  element.type = 'application/json';
  element.textContent = JSON.stringify({ ...data, now: new Date(datetime).getTime() });
  before?.remove();
  document.body.append(element);
  readPageData();
}
