import { useLayoutEffect, useRef } from 'react'

const FIELD = ':is(input, textarea, select):not(:disabled, [type=hidden])'

/** Begins a dialog at the first field of its form, unless the form says where else. The library would begin at the close button. */
export const FirstField = () => {
  const here = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const dialog = here.current?.closest('[role=dialog]')
    if (dialog?.querySelector('[data-autofocus]')) return
    dialog?.querySelector(`form ${FIELD}`)?.setAttribute('data-autofocus', '')
  }, [])
  return <span ref={here} hidden />
}

/**
 * For what a dialog begins with but shows late: the harmless button after a preview, the first field of a form that waits for what it
 * offers. Until then the close button has the focus.
 */
export const takeFocusOfClose = (late: HTMLElement | null): void => {
  const { activeElement } = document
  const dialog = late?.closest('[role=dialog]')
  if (dialog && (activeElement === dialog || (dialog.contains(activeElement) && activeElement?.matches('.mantine-Modal-close'))))
    late?.focus()
}

/** After an attempt to send a form, puts the focus on its first wrong field, where the next key corrects it. */
export const startFieldFocus = (): void => {
  // The value of a field whose text is no choice is another one than it shows.
  document.addEventListener(
    'submit',
    (event) => {
      const unlisted = (event.target as HTMLFormElement).querySelector<HTMLElement>('[data-unlisted]')
      if (!unlisted) return
      event.preventDefault()
      event.stopPropagation()
      unlisted.focus()
    },
    true,
  )
  document.addEventListener('submit', ({ target }) =>
    // The errors are drawn after the event.
    requestAnimationFrame(() => (target as HTMLFormElement).querySelector<HTMLElement>('[aria-invalid=true]')?.focus()),
  )
}
