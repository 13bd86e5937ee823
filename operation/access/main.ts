#!/usr/bin/env node
import { runProcess } from '../../core/cli/program.js';
import { main } from './commandLine.js';

await runProcess(main);
