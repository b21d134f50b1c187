import { useData } from 'vitepress'
import DefaultTheme from 'vitepress/theme-without-fonts'
import { h } from 'vue'
import './style.css'

/** Links to the service that serves the guide. A site of its own has none. The router leaves links with a target to the browser. */
const ServiceLinks = () =>
  useData().site.value.base === '/guide/'
    ? h('div', { class: 'service-links' }, [
        h('a', { href: '/docs', target: '_self' }, 'API reference'),
        h('a', { href: '/', target: '_self' }, 'Open Rollcall'),
      ])
    : null

export default {
  extends: DefaultTheme,
  Layout: () =>
    h(DefaultTheme.Layout, null, {
      'nav-bar-content-after': () => h(ServiceLinks),
      'nav-screen-content-after': () => h(ServiceLinks),
    }),
}
