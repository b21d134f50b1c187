/** What the theme lacks for screen readers, by component: what is written there, and what it should be. */
const FIXES: Readonly<Record<string, readonly (readonly [was: string, is: string])[]>> = {
  // Only other pages than the landing page have a main landmark.
  'VPContent.vue': [['id="VPContent"', `id="VPContent" :role="frontmatter.layout === 'home' ? 'main' : undefined"`]],
  // A button within a button, without a state.
  'VPSidebarItem.vue': [
    [':role="itemRole"', ':role="itemRole" :aria-expanded="item.items ? !collapsed : undefined"'],
    ['role="button"\n        aria-label="toggle section"', 'aria-hidden="true"'],
    ['@keydown.enter="onCaretClick"\n        tabindex="0"', ''],
  ],
}

/** Corrects components of the theme while it is built; a theme that has changed fails the build. */
export const themeFixes = () => ({
  name: 'rollcall-theme-fixes',
  enforce: 'pre' as const,
  transform(code: string, id: string): string | undefined {
    const fixes = id.includes('/theme-default/components/') ? FIXES[id.split('/').at(-1) as string] : undefined
    return fixes?.reduce((fixed, [was, is]) => {
      if (!fixed.includes(was)) throw new Error(`${id} has changed: there is no ${was}`)
      return fixed.replace(was, is)
    }, code)
  },
})
