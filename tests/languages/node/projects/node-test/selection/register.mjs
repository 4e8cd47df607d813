import { register } from 'node:module';

process.setSourceMapsEnabled(true);
register('./moved.mjs', import.meta.url);
