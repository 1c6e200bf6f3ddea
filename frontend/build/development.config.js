const MiniCssExtractPlugin = require('mini-css-extract-plugin');
const webpackConfig = require('../webpack.config');

/**
 * The development build as files under the URLs of the production build, for the browser tests: React says
 * more about hydration there. It writes nothing that the web server reads.
 */
module.exports = (_env, { mode }) => {
  const [browser] = webpackConfig({}, { mode });
  return {
    ...browser,
    output: { ...browser.output, publicPath: '/static/dist/', crossOriginLoading: false },
    plugins: browser.plugins.filter((plugin) => plugin instanceof MiniCssExtractPlugin),
    module: {
      rules: browser.module.rules.map((rule) => (rule.loader === 'swc-loader' ? withoutRefresh(rule) : rule)),
    },
    devServer: undefined,
    devtool: false,
  };
};

function withoutRefresh(rule) {
  const { jsc } = rule.options;
  const react = { ...jsc.transform.react, refresh: false };
  return { ...rule, options: { jsc: { ...jsc, transform: { ...jsc.transform, react } } } };
}
