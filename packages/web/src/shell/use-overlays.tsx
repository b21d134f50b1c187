import { useRouter } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import type { Session } from '../api/session.ts'
import { isFocusInPage } from '../components/new-page.ts'
import { notifyFailed } from '../components/notices.tsx'
import { lazyPage, whenIdle } from './lazy-page.tsx'
import { sectionsOf } from './navigation.ts'
import type { OverlayProps } from './overlay.ts'
import { singleKeys } from './single-keys.ts'

const Palette = lazyPage<OverlayProps & { onShortcuts: () => void }>(() => import('./palette.tsx'), 'Palette')
const ShortcutSheet = lazyPage<OverlayProps>(() => import('./shortcut-sheet.tsx'), 'ShortcutSheet')

/** How long after `g` a letter opens a page. */
const SEQUENCE_MS = 1_500

/** Whether a key press belongs to a field or a dialog. */
const isTaken = ({ target }: KeyboardEvent): boolean =>
  (target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))) ||
  document.querySelector('[aria-modal=true]') !== null

/** The palette and the list of shortcuts, with the keys that open them and pages. */
export const useOverlays = (session: Session | null) => {
  const router = useRouter()
  const [open, setOpen] = useState<'palette' | 'shortcuts' | null>(null)
  const startedAt = useRef(Number.NEGATIVE_INFINITY)
  const opener = useRef<Element | null>(null)
  // What cannot be loaded says so, and the page stays.
  const openAfter = (loading: Promise<void>, overlay: 'palette' | 'shortcuts') => {
    // From one to the other, the focus returns to where it was before both.
    if (open === null) opener.current = document.activeElement
    void loading.then(() => setOpen(overlay), notifyFailed)
  }
  const openPalette = () => openAfter(Palette.load(), 'palette')
  const openShortcuts = () => openAfter(ShortcutSheet.load(), 'shortcuts')

  useEffect(() => {
    if (!session) return
    // Loaded ahead of time, so that nothing that is typed after the shortcut is lost.
    const cancelLoading = whenIdle(Palette.preload)
    const actOn = ({ key, ctrlKey, metaKey, altKey, timeStamp }: KeyboardEvent, isFree: boolean): (() => unknown) | undefined => {
      if ((ctrlKey || metaKey) && !altKey) return key.toLowerCase() === 'k' ? openPalette : undefined
      if (altKey || !isFree || !singleKeys.areOn()) return undefined
      const isSecond = timeStamp - startedAt.current < SEQUENCE_MS
      startedAt.current = key === 'g' && !isSecond ? timeStamp : Number.NEGATIVE_INFINITY
      const link = isSecond
        ? sectionsOf(session)
            .flatMap(({ links }) => links)
            .find((each) => each.key === key)
        : undefined
      if (link) return () => router.navigate({ to: link.to })
      return { '/': openPalette, '?': openShortcuts }[key]
    }
    const onKey = (event: KeyboardEvent): void => {
      const act = actOn(event, !isTaken(event))
      if (!act) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', onKey)
    return () => {
      cancelLoading()
      document.removeEventListener('keydown', onKey)
    }
  })

  const close = (): void => {
    setOpen(null)
    // The dialog keeps the focus until it is gone. The page that it led to may have it by then.
    requestAnimationFrame(() => {
      if (opener.current instanceof HTMLElement && !isFocusInPage()) opener.current.focus()
    })
  }
  const shown: ReactNode = (
    <Suspense>
      {open === 'palette' ? <Palette onClose={close} onShortcuts={openShortcuts} /> : null}
      {open === 'shortcuts' ? <ShortcutSheet onClose={close} /> : null}
    </Suspense>
  )
  return { shown, openPalette, openShortcuts }
}
