import { call } from '../api/call.ts'
import { useAction } from '../api/use-action.ts'
import { notifyFailed } from '../components/notices.tsx'
import { chooseLanguage, type Language } from '../language/language.ts'

/** Shows everything in a language from now on, in this browser, and mails in it. */
export const useChooseLanguage = () =>
  useAction({
    mutationFn: async (language: Language) => {
      await call('setMailPreferences', { params: { userId: 'me' }, body: { language } })
      return language
    },
    onSuccess: chooseLanguage,
    onError: notifyFailed,
  })
