import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { i18n } from '@lingui/core'
import { withoutMacros } from './macros.ts'

// The build replaces the macros of the language library in what browsers get; tests that run a module themselves need the same.
registerHooks({
  load: (url, context, next) => {
    const loaded = next(url, context)
    if (!url.includes('/web/src/') || !loaded.source) return loaded
    return { ...loaded, source: withoutMacros(String(loaded.source), fileURLToPath(url)) }
  },
})
i18n.loadAndActivate({ locale: 'en', messages: {} })
