/** @type {import('jest').Config} */
module.exports = {
  rootDir: __dirname,
  roots: ['<rootDir>/src'],
  testEnvironment: 'jest-fixed-jsdom',
  setupFilesAfterEnv: ['<rootDir>/src/test/setup.ts'],
  moduleNameMapper: {
    '\\.module\\.css$': '<rootDir>/src/test/cssModule.js',
    '\\.css$': '<rootDir>/src/test/empty.js',
  },
  transform: {
    '^.+\\.m?[tj]sx?$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic' } },
          target: 'es2022',
        },
      },
    ],
  },
  transformIgnorePatterns: [
    '/node_modules/(?!(@videojs|msw|until-async|@mswjs|@open-draft|rettime|outvariant|strict-event-emitter|is-node-process|headers-polyfill)/)',
  ],
  clearMocks: true,
  // A test that waits for nothing takes long on a machine that is busy with other things.
  testTimeout: 30_000,
};
