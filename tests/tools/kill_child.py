#!/usr/bin/env python3
"""kill_child.py SIGNAL COMMAND…: runs the command, sends the signal to its first child process, ends with its exit code."""
import signal
import subprocess
import sys
import time

number = getattr(signal, sys.argv[1])
process = subprocess.Popen(sys.argv[2:])
children = f"/proc/{process.pid}/task/{process.pid}/children"
for _ in range(2000):
    try:
        text = open(children).read()
    except FileNotFoundError:
        break
    if text:
        subprocess.run(["kill", f"-{int(number)}", text.split()[0]], check=False)
        break
    time.sleep(0.005)
sys.exit(process.wait())
