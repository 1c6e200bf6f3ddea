import { render } from '@testing-library/react';
import vectors from '../../../../tests/vectors/covers.json';
import { Cover } from './Cover';

test.each(vectors)('$why', ({ images, told, attributes }) => {
  const { container } = render(<Cover images={images} {...(told as object)} />);
  const written = container.querySelector('img')?.attributes ?? [];
  expect(Object.fromEntries([...written].map(({ name, value }) => [name, value]))).toEqual(attributes);
});

test('what has no picture shows none', () => {
  expect(render(<Cover images={[]} />).container).toBeEmptyDOMElement();
});
