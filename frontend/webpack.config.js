const path = require('node:path');
const BundleTracker = require('webpack-bundle-tracker');
const CssMinimizerPlugin = require('css-minimizer-webpack-plugin');
const MiniCssExtractPlugin = require('mini-css-extract-plugin');
const ReactRefreshPlugin = require('@pmmmwh/react-refresh-webpack-plugin');
const TerserPlugin = require('terser-webpack-plugin');
const webpack = require('webpack');
const { cssModuleName } = require('./build/cssModuleName');
const { LicensesPlugin } = require('./build/LicensesPlugin');
const { RouteAssetsPlugin } = require('./build/RouteAssetsPlugin');

const root = path.resolve(__dirname, '..');
const devPort = Number(process.env.WEBPACK_PORT || 8001);

module.exports = (_env, { mode }) => [browser(mode), server(mode)];

function browser(mode) {
  const isProduction = mode === 'production';
  const dist = path.join(root, 'static/dist');
  return {
    ...shared(mode),
    name: 'browser',
    entry: { main: './src/main.tsx' },
    target: ['web', 'es2022'],
    output: {
      path: dist,
      publicPath: isProduction ? '/static/dist/' : `http://127.0.0.1:${devPort}/static/dist/`,
      filename: isProduction ? '[name].[contenthash:6].js' : '[name].js',
      chunkFilename: isProduction ? '[id].[contenthash:6].js' : '[name].js',
      assetModuleFilename: '[name].[contenthash:6][ext]',
      crossOriginLoading: isProduction ? false : 'anonymous',
      clean: true,
    },
    module: {
      rules: [
        scripts({ development: !isProduction, refresh: !isProduction }),
        {
          test: /\.css$/,
          use: [MiniCssExtractPlugin.loader, cssModules({})],
        },
        { test: /\.woff2$/, type: 'asset/resource' },
      ],
    },
    plugins: [
      new MiniCssExtractPlugin({
        filename: isProduction ? '[name].[contenthash:6].css' : '[name].css',
        chunkFilename: isProduction ? '[id].[contenthash:6].css' : '[name].css',
        // Class names carry their module's name, so the order of chunks decides nothing.
        ignoreOrder: true,
      }),
      new BundleTracker({ path: path.join(root, '.build'), filename: 'webpack-stats.json' }),
      new RouteAssetsPlugin({ file: path.join(root, '.build/route-assets.json') }),
      isProduction &&
        new LicensesPlugin({ others: [path.join(__dirname, '../static/brand/fonts/LICENSE.txt')] }),
      !isProduction && new ReactRefreshPlugin({ overlay: false }),
    ].filter(Boolean),
    optimization: {
      moduleIds: 'deterministic',
      chunkIds: 'deterministic',
      minimizer: [
        // terser's output is 1 kB smaller than swc's here, for some seconds more a build.
        new TerserPlugin({
          extractComments: false,
          terserOptions: {
            ecma: 2022,
            module: true,
            compress: { passes: 3, hoist_funs: true },
            format: { comments: false },
          },
        }),
        new CssMinimizerPlugin({ minify: CssMinimizerPlugin.lightningCssMinify }),
      ],
      splitChunks: {
        chunks: 'all',
        // Small pieces that pages share are packed with each: a file of their own weighs more than it saves.
        minSize: 60_000,
        cacheGroups: {
          // What hardly ever changes stays in the phone's cache across releases.
          vendor: {
            test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack|zustand)\//,
            name: 'vendor',
            chunks: 'initial',
            priority: 10,
          },
        },
      },
    },
    performance: { hints: false },
    stats: isProduction ? 'errors-warnings' : 'minimal',
    devServer: {
      host: '127.0.0.1',
      port: devPort,
      hot: true,
      allowedHosts: ['127.0.0.1', 'localhost'],
      headers: { 'Access-Control-Allow-Origin': '*' },
      client: { overlay: false },
      static: false,
    },
  };
}

/** Renders the pages for the web server: one file, in which class names are all that is left of the styles. */
function server(mode) {
  const isProduction = mode === 'production';
  return {
    ...shared(mode),
    name: 'server',
    entry: { server: './src/server/server.ts' },
    target: 'node20',
    output: {
      path: path.join(root, '.build/server'),
      filename: isProduction ? '[name].js' : '[name].development.js',
    },
    module: {
      rules: [
        scripts({ development: !isProduction }),
        { test: /\.css$/, use: [cssModules({ exportOnlyLocals: true })] },
      ],
    },
    plugins: [new webpack.optimize.LimitChunkCountPlugin({ maxChunks: 1 })],
    optimization: { minimize: false },
    performance: { hints: false },
    stats: 'errors-warnings',
  };
}

function shared(mode) {
  const isProduction = mode === 'production';
  return {
    mode,
    context: __dirname,
    devtool: isProduction ? false : 'cheap-module-source-map',
    cache: {
      type: 'filesystem',
      cacheDirectory: path.join(root, '.build/webpack'),
      buildDependencies: { config: [__filename] },
    },
    resolve: {
      extensions: ['.tsx', '.ts', '.js'],
      // The package's own entry point is its development build, whose warnings weigh some kilobytes.
      alias: isProduction
        ? { 'react-router$': path.join(root, 'node_modules/react-router/dist/production/index.mjs') }
        : {},
    },
  };
}

function scripts(react) {
  return {
    test: /\.tsx?$/,
    include: path.join(__dirname, 'src'),
    loader: 'swc-loader',
    options: {
      jsc: {
        parser: { syntax: 'typescript', tsx: true },
        transform: {
          react: { runtime: 'automatic', ...react },
        },
        target: 'es2022',
      },
    },
  };
}

function cssModules(options) {
  return {
    loader: 'css-loader',
    options: {
      modules: {
        ...options,
        auto: /\.module\.css$/,
        // An export each, so that a page carries the names of the classes that it uses and no map of them.
        namedExport: true,
        exportLocalsConvention: 'as-is',
        getLocalIdent: (context, _template, localName) => cssModuleName(context.resourcePath, localName),
      },
    },
  };
}
