import { useData } from 'vitepress'
import { defineComponent, h, onMounted, shallowRef } from 'vue'

/** Where a site has its versions: a list such as `["0.2.0", "0.1.0"]` in the folder above them. */
const VERSIONS = '../versions.json'

/** Links to the other versions on a web server that has several. A service has the guide of its own version only. */
export const Versions = defineComponent(() => {
  const { site } = useData()
  const others = shallowRef<readonly string[]>([])
  onMounted(async () => {
    const response = await fetch(site.value.base + VERSIONS).catch(() => undefined)
    const versions = response?.ok ? ((await response.json()) as string[]) : []
    others.value = versions.filter((version) => !site.value.base.endsWith(`/${version}/`))
  })
  return () =>
    others.value.map((version) =>
      h('a', { href: `${site.value.base}../${version}/`, target: '_self', key: version }, `Version ${version}`),
    )
})
