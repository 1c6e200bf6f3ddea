import { render, screen } from '@testing-library/react';
import type { MentorDetail } from '../queries';
import { MentorHead } from './MentorHead';

const mentor: MentorDetail = {
  _id: 'm1',
  full_name: 'Kavya Reddy',
  weburlname: 'kavya-reddy',
  experience: '8 years',
  credentials: [],
  image: null,
  portrait: '/media/instructors/kavya-480.webp',
  bio: 'Plans money with families.',
  film: null,
  languages: ['English', 'Telugu'],
  courses: [],
  webinars: [],
  mentorships: [],
  programs: [],
  reviews: [],
};

test('the introduction film loads its first frame only, and has captions', () => {
  const film = { url: '/media/intro.mp4', captions: '/media/intro.vtt', language: 'hi' };
  render(<MentorHead mentor={{ ...mentor, film }} />);
  const video = screen.getByLabelText('Introduction by Kavya Reddy');
  expect(video).toHaveAttribute('preload', 'metadata');
  expect(video.querySelector('source')).toHaveAttribute('src', '/media/intro.mp4');
  const track = video.querySelector('track');
  expect(track).toHaveAttribute('src', '/media/intro.vtt');
  expect(track).toHaveAttribute('srclang', 'hi');
  expect(track).toHaveAttribute('label', 'हिन्दी');
});

test('without a film there is no player', () => {
  render(<MentorHead mentor={mentor} />);
  expect(screen.getByRole('heading', { name: 'Kavya Reddy' })).toBeVisible();
  expect(screen.queryByLabelText(/^Introduction/)).toBeNull();
});
