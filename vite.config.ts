import { defineConfig } from 'vite'
import { webConfig } from './web/build/config.ts'

export default defineConfig(webConfig)
