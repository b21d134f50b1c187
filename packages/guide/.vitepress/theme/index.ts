import { useData } from 'vitepress'
import DefaultTheme from 'vitepress/theme-without-fonts'
import { h } from 'vue'
import './style.css'
import { Versions } from './versions.ts'

/** Links out of the guide: to the service that serves it, or to other versions. The router leaves links with a target to the browser. */
const OutwardLinks = () =>
  h(
    'div',
    { class: 'outward-links' },
    useData().site.value.base === '/guide/'
      ? [h('a', { href: '/docs', target: '_self' }, 'API reference'), h('a', { href: '/', target: '_self' }, 'Open Rollcall')]
      : h(Versions),
  )

export default {
  extends: DefaultTheme,
  Layout: () =>
    h(DefaultTheme.Layout, null, {
      'nav-bar-content-after': () => h(OutwardLinks),
      'nav-screen-content-after': () => h(OutwardLinks),
    }),
}
