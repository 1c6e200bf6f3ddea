export { HlsVideo as default } from '@videojs/react/media/hls-video';
