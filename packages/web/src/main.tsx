import 'virtual:mantine-styles'
import 'virtual:typeface.css'
import './look/base.css'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './api/query.ts'
import { LANGUAGE } from './language/language.ts'
import { startWords } from './language/words.ts'
import { Look } from './look/look.tsx'
import { router } from './router.tsx'
import { NoticeArea } from './shell/notice-area.tsx'

const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.nonce
// The scroll lock of the library's dialogs reads the nonce from here.
Object.assign(globalThis, { __webpack_nonce__: nonce })

document.documentElement.lang = LANGUAGE

const show = () =>
  createRoot(document.getElementById('root') as HTMLElement).render(
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <Look nonce={nonce}>
          <QueryClientProvider client={queryClient}>
            <NoticeArea />
            <RouterProvider router={router} />
          </QueryClientProvider>
        </Look>
      </I18nProvider>
    </StrictMode>,
  )

// Not awaited by this file, as the files of words may wait for it in turn.
void startWords().then(show)

const startLater = () => import('./shell/installed.ts').then(({ startInstalled }) => startInstalled()).catch(() => undefined)
const started = new AbortController()
/** Where the focus goes in dialogs and forms matters from the first key or click on. */
const startFocus = async ({ type, target }: Event): Promise<void> => {
  started.abort()
  const opener = type === 'keydown' ? document.activeElement : (target as Element)
  const [field, dialog] = await Promise.all([import('./components/field-focus.tsx'), import('./components/focus-return.ts')])
  field.startFieldFocus()
  dialog.startFocusReturn(opener)
}
for (const event of ['pointerdown', 'keydown'])
  window.addEventListener(event, (first) => void startFocus(first).catch(() => undefined), {
    capture: true,
    signal: started.signal,
  })

// Nothing of it is needed for the first page. The development server builds no service worker.
if (import.meta.env.PROD) window.addEventListener('load', () => setTimeout(startLater, 1_000))
