import 'virtual:mantine-styles'
import './app.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './api/query.ts'
import { router } from './router.tsx'
import { NoticeArea } from './shell/notice-area.tsx'
import { cssVariables, theme } from './theme.ts'

/** The nonce: the content policy allows only styles that carry it. */
const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.nonce
// The scroll lock of the library's dialogs reads the nonce from here.
Object.assign(globalThis, { __webpack_nonce__: nonce })

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      {...(nonce ? { getStyleNonce: () => nonce } : {})}
    >
      <QueryClientProvider client={queryClient}>
        <NoticeArea />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
