import 'virtual:mantine-styles'
import 'virtual:typeface.css'
import './look/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './api/query.ts'
import { Look } from './look/look.tsx'
import { router } from './router.tsx'
import { NoticeArea } from './shell/notice-area.tsx'

const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.nonce
// The scroll lock of the library's dialogs reads the nonce from here.
Object.assign(globalThis, { __webpack_nonce__: nonce })

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <Look nonce={nonce}>
      <QueryClientProvider client={queryClient}>
        <NoticeArea />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </Look>
  </StrictMode>,
)

const startLater = () => import('./shell/installed.ts').then(({ startInstalled }) => startInstalled()).catch(() => undefined)
// Nothing of it is needed for the first page. The development server builds no service worker.
if (import.meta.env.PROD) window.addEventListener('load', () => setTimeout(startLater, 1_000))
